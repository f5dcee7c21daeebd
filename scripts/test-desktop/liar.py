#!/usr/bin/python3
"""liar.py CASE - takes the portal's place on the session bus and does not do what portals do, for tests.

Prints "ready" when it is there. Each CASE is one lie; all else is as it should be, with 7 as the node and one end of a pair of sockets, on
whose other end nobody says anything, for PipeWire. See the names of functions and the words in `CASES` below.
"""
import errno
import os
import socket
import struct
import sys
import threading

from gi.repository import Gio, GLib

V = GLib.Variant
PATH, PORTAL = "/org/freedesktop/portal/desktop", "org.freedesktop.portal."
CASES = """honest version-text version-zero no-sources no-pointers no-screens
    reply-text reply-error reply-never reply-number
    response-never response-text response-code response-elsewhere response-first response-other-path response-twice response-mixed
    session-number session-nonsense session-long session-missing session-object
    streams-missing streams-text streams-none node-any sizes token-long token-number notes
    closed-at-start dies-at-start dies-at-session flood forged
    remote-error remote-number remote-file remote-none remote-many remote-closed remote-garbage
    remote-pings remote-unknown""".split()
case = sys.argv[1]
kept = []


def answer(call, body, descriptors=None):
    """Answers with whatever type; a library that helps would not let it pass."""
    reply = Gio.DBusMessage.new_method_reply(call.get_message())
    reply.set_body(body)
    if descriptors is not None:
        reply.set_unix_fd_list(Gio.UnixFDList.new_from_array(descriptors))
    call.get_connection().send_message(reply, Gio.DBusSendMessageFlags.NONE)


def token_path(call, kind, token):
    return f"{PATH}/{kind}/{call.get_sender()[1:].replace('.', '_')}/{token}"


def respond(call, options, results, code=0):
    connection, sender = call.get_connection(), call.get_sender()
    path = token_path(call, "request", options["handle_token"])
    body = V("(ua{sv})", (code, results))
    is_first = call.get_method_name() == "CreateSession"
    if is_first and case == "reply-error":
        return call.return_dbus_error(PORTAL + "Error.Failed", "no\x1b[31m, and \u0085 \u202e" + "x" * 10000)
    if is_first and case == "reply-never":
        return None
    if is_first and case == "reply-text":
        return answer(call, V("(s)", ("request",)))
    if is_first and case == "reply-number":
        return answer(call, V("(t)", (1,)))
    said = path
    if case == "response-other-path":
        said = path = PATH + "/request/other"
    if case == "response-elsewhere":
        path = PATH + "/request/elsewhere"
    if is_first and case == "response-text":
        body = V("(s)", ("yes",))
    if is_first and case == "response-code":
        body = V("(ua{sv})", (77, results))

    def signal():
        if is_first and case == "response-never":
            return
        for _ in range(2 if case == "response-twice" else 1):
            connection.emit_signal(sender, path, PORTAL + "Request", "Response", body)

    if case in ("response-first", "response-other-path", "response-mixed"):
        signal()
        if case == "response-mixed":
            connection.emit_signal(sender, PATH + "/request/elsewhere", PORTAL + "Request", "Response", V("(ua{sv})", (1, {})))
        return answer(call, V("(o)", (said,)))
    answer(call, V("(o)", (said,)))
    if is_first and case == "forged":
        other = Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        kept.append(other)
        other.emit_signal(sender, path, PORTAL + "Request", "Response", V("(ua{sv})", (1, {})))
        other.flush_sync(None)
        GLib.timeout_add(300, signal)
    else:
        signal()
    return None


def create_session(call, options):
    path = token_path(call, "session", options["session_handle_token"])
    handle = {"session-number": V("u", 3), "session-nonsense": V("s", "no path"), "session-long": V("s", "/" + "x" * 1_000_000),
              "session-object": V("o", path)}.get(case, V("s", path))
    if case == "dies-at-session":
        os._exit(0)
    respond(call, options, {} if case == "session-missing" else {"session_handle": handle})


def start(call, session, options):
    connection, sender = call.get_connection(), call.get_sender()
    if case == "dies-at-start":
        os._exit(0)
    if case == "closed-at-start":
        connection.emit_signal(sender, session, PORTAL + "Session", "Closed", V("(a{sv})", ({},)))
    if case == "flood":
        for number in range(20000):
            connection.emit_signal(sender, f"{PATH}/request/{number}", PORTAL + "Request", "Response", V("(ua{sv})", (1, {})))
    node = 0xFFFFFFFF if case == "node-any" else 7
    about = {"size": V("(ii)", (-2**31, 2**31 - 1)), "source_type": V("s", "screen")} if case == "sizes" else {}
    if case == "notes":
        about = {f"note{number}": V("a{sv}", {"text": V("s", "x" * 1000)}) for number in range(1000)}
    results = {"streams": V("a(ua{sv})", [] if case == "streams-none" else [(node, about)]), "restore_token": V("s", "token")}
    if case == "streams-missing":
        del results["streams"]
    if case == "streams-text":
        results["streams"] = V("s", "pictures")
    if case == "token-long":
        results["restore_token"] = V("s", "x" * 1_000_000)
    if case == "token-number":
        results["restore_token"] = V("u", 5)
    respond(call, options, results)


def pod_number(number):
    return struct.pack("=IIii", 4, 4, number, 0)


def pod_text(text):
    data = text.encode() + b"\0"
    return struct.pack("=II", len(data), 8) + data + bytes(-len(data) % 8)


def event(number, fields):
    """What PipeWire's core says: its event `number` with these fields."""
    body = struct.pack("=II", len(fields), 14) + fields
    return struct.pack("=IIII", 0, number << 24 | len(body), 0, 0) + body


def talk(here, words):
    try:
        while True:
            here.sendall(words)
    except OSError:
        print("hung up", flush=True)


def hear(here):
    try:
        while here.recv(1 << 16):
            pass
    except OSError:
        pass


def open_remote(call):
    if case == "remote-error":
        return call.return_dbus_error(PORTAL + "Error.NotAllowed", "not allowed")
    if case == "remote-number":
        return answer(call, V("(u)", (3,)))
    if case == "remote-none":
        return answer(call, V("(h)", (0,)))
    if case == "remote-file":
        return answer(call, V("(h)", (0,)), [os.open("/dev/null", os.O_RDONLY)])
    here, there = socket.socketpair()
    if case == "remote-closed":
        here.close()
    else:
        kept.append(here)
    if case == "remote-garbage":
        here.sendall(b"\x7f" * 65536)
    if case == "remote-pings":
        threading.Thread(target=talk, args=(here, event(2, pod_number(0) + pod_number(1)) * 2000), daemon=True).start()
        threading.Thread(target=hear, args=(here,), daemon=True).start()
    if case == "remote-unknown":
        here.sendall(event(3, pod_number(0) + pod_number(0) + pod_number(-errno.ENOENT) + pod_text("unknown resource 4 op:1")))
    many = [os.dup(there.fileno()) for _ in range(12 if case == "remote-many" else 1)]
    return answer(call, V("(h)", (0,)), many)


def called(connection, sender, path, interface, name, arguments, call):
    arguments = arguments.unpack()
    print(name, flush=True)
    if name == "CreateSession":
        create_session(call, arguments[0])
    elif name == "SelectSources":
        respond(call, arguments[1], {})
    elif name == "Start":
        start(call, arguments[0], arguments[2])
    else:
        open_remote(call)


def wanted(connection, sender, path, interface, name):
    if case == "version-text":
        return V("s", "four")
    facts = {"version": 0 if case == "version-zero" else 4, "AvailableSourceTypes": 0 if case == "no-sources" else 7,
             "AvailableCursorModes": 0 if case == "no-pointers" else 7}
    return V("u", facts[name])


def connected(connection, name):
    kind = "s" if case == "version-text" else "u"
    methods = {"CreateSession": "a{sv}", "SelectSources": "o a{sv}", "Start": "o s a{sv}", "OpenPipeWireRemote": "o a{sv}"}
    text = "".join(f'<method name="{method}">' + "".join(f'<arg type="{type}" direction="in"/>' for type in types.split())
                   + f'<arg type="{"h" if method.startswith("Open") else "o"}" direction="out"/></method>'
                   for method, types in methods.items())
    facts = ["version", "AvailableSourceTypes"] + (["AvailableCursorModes"] if case != "no-pointers" else [])
    text += "".join(f'<property name="{fact}" type="{kind}" access="read"/>' for fact in facts)
    node = Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{PORTAL}ScreenCast">{text}</interface></node>')
    if case != "no-screens":
        connection.register_object(PATH, node.interfaces[0], called, wanted, None)


if case not in CASES:
    sys.exit(f"liar: there is no case '{case}'")
loop = GLib.MainLoop()
Gio.bus_own_name(Gio.BusType.SESSION, PORTAL + "Desktop", 0, connected, lambda *_: print("ready", flush=True), lambda *_: loop.quit())
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
