#!/usr/bin/python3
"""dialogs.py [NODE] - answers in place of a desktop's dialogs, behind the genuine xdg-desktop-portal, for tests.

Shares the node of that number, or what "share" has said. Prints a line for each call, such as "SelectSources {...}", and what it does.
Reads commands, one a line:

  yes | no | ended          how dialogs that come are answered (yes at first); ended is neither
  wait                      dialogs that come stay open until "answer yes|no|ended"; what was remembered is shared without one
  share NODE [W H]          what is shared from now on
  close                     ends sharing, as a desktop's own button does
  streams none|many|wrong|huge    what is said of what is shared instead of the truth; streams right
  token TEXT | token bytes N      what is to be remembered
  quit
"""
import os
import sys

from gi.repository import Gio, GLib

V = GLib.Variant
PORTAL, NAME = "org.freedesktop.impl.portal.", "org.freedesktop.impl.portal.desktop.assetkit"
state = {"answer": "yes", "node": 0, "size": (0, 0), "streams": "right", "token": "remembered", "waiting": [], "sessions": {},
         "restored": set()}


def method(name, types):
    arguments = [f'<arg type="{kind}" direction="in"/>' for kind in types.split()]
    return f'<method name="{name}">' + "".join(arguments) + '<arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>'


def interface(name, members):
    return Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{PORTAL}{name}">{members}</interface></node>').interfaces[0]


FACTS = {"AvailableSourceTypes": 7, "AvailableCursorModes": 7, "version": 5}
SCREENS = interface("ScreenCast", method("CreateSession", "o o s a{sv}") + method("SelectSources", "o o s a{sv}")
                    + method("Start", "o o s s a{sv}")
                    + "".join(f'<property name="{fact}" type="u" access="read"/>' for fact in FACTS))
SESSION = interface("Session", '<method name="Close"/><signal name="Closed"/><property name="version" type="u" access="read"/>')
REQUEST = interface("Request", '<method name="Close"/>')
text = ""
CODES = {"yes": 0, "no": 1, "ended": 2}


def say(*words):
    print(*words, flush=True)


def stream(node):
    width, height = state["size"]
    return (node, {"size": V("(ii)", (width, height)), "source_type": V("u", 1)} if width else {})


def streams():
    how, node = state["streams"], state["node"]
    if how == "wrong":
        return V("as", ["pictures"])
    shared = {"none": [], "many": [stream(node), stream(node + 1)],
              "huge": [(node, {"size": V("(ii)", (2**31 - 1, -5)), "note": V("s", "x" * 1_000_000)})]}
    return V("a(ua{sv})", shared.get(how, [stream(node)]))


def answer(connection, request, call, how):
    if request[1]:
        connection.unregister_object(request[1])
        request[1] = 0
    results = {}
    if how == "yes":
        results = {"streams": streams(), "persist_mode": V("u", 2), "restore_data": V("(suv)", ("assetkit", 1, V("s", state["token"])))}
    say("answered", how)
    call.return_value(V("(ua{sv})", (CODES[how], results)))


def start(connection, path, session, call):
    request = [path, 0]
    is_restored = session in state["restored"]

    def closed(connection, sender, path, interface, name, arguments, closing):
        say("dialog closed")
        connection.unregister_object(request[1])
        request[1] = 0
        state["waiting"].remove((connection, request, call))
        call.return_value(V("(ua{sv})", (2, {})))
        closing.return_value(None)

    if is_restored and state["answer"] == "wait":
        say("restored")
        return answer(connection, request, call, "yes")
    if state["answer"] != "wait":
        return answer(connection, request, call, state["answer"])
    request[1] = connection.register_object(path, REQUEST, closed, None, None)
    state["waiting"].append((connection, request, call))
    say("dialog open")


def session_called(connection, sender, path, interface, name, arguments, call):
    say("session closed")
    if path in state["sessions"]:
        connection.unregister_object(state["sessions"].pop(path)[1])
    call.return_value(None)


def called(connection, sender, path, interface, name, arguments, call):
    arguments = arguments.unpack()
    say(name, str(arguments[-1])[:300])
    if name == "Start":
        return start(connection, arguments[0], arguments[1], call)
    if name == "SelectSources" and "restore_data" in arguments[-1]:
        state["restored"].add(arguments[1])
    if name == "CreateSession":
        number = connection.register_object(arguments[1], SESSION, session_called, lambda *_: V("u", 1), None)
        state["sessions"][arguments[1]] = (connection, number)
    call.return_value(V("(ua{sv})", (0, {"session_id": V("s", "assetkit")} if name == "CreateSession" else {})))


def close_all():
    for path, (connection, number) in list(state["sessions"].items()):
        connection.emit_signal(None, path, PORTAL + "Session", "Closed", None)
        connection.unregister_object(number)
    state["sessions"].clear()
    say("ended")


def obey(words):
    if words[0] in ("yes", "no", "ended", "wait"):
        state["answer"] = words[0]
    elif words[0] == "answer":
        for waiting in state["waiting"]:
            answer(*waiting, words[1])
        state["waiting"].clear()
    elif words[0] == "share":
        state["node"] = int(words[1])
        state["size"] = tuple(map(int, words[2:4])) if len(words) == 4 else (0, 0)
    elif words[0] == "streams":
        state["streams"] = words[1]
    elif words[0] == "token":
        state["token"] = "x" * int(words[2]) if words[1] == "bytes" else words[1]
    elif words[0] == "close":
        close_all()
    else:
        loop.quit()


def heard(descriptor, condition):
    global text
    taken = os.read(descriptor, 4096).decode()
    *lines, text = (text + taken).split("\n")
    for line in filter(str.split, lines):
        obey(line.split())
    if not taken:
        loop.quit()
    return bool(taken)


def connected(connection, name):
    connection.register_object("/org/freedesktop/portal/desktop", SCREENS, called, lambda *names: V("u", FACTS[names[4]]), None)


state["node"] = int(sys.argv[1]) if len(sys.argv) > 1 else 0
loop = GLib.MainLoop()
Gio.bus_own_name(Gio.BusType.SESSION, NAME, 0, connected, lambda *_: say("ready"), lambda *_: loop.quit())
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, heard)
loop.run()
