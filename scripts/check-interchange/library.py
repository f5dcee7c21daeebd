"""What OpenTimelineIO says about a timeline, in a form that tests compare with ours."""
import json
import math

import opentimelineio as otio


def seconds(time):
    return time.value / time.rate


def pair(time_range):
    return [seconds(time_range.start_time), seconds(time_range.duration)]


def facts_of_item(track, index):
    """One child of a track: where it is, and which of its media it shows."""
    item = track[index]
    facts = {"type": type(item).__name__, "name": item.name}
    if isinstance(item, otio.schema.Transition):
        # Where a track is cut the library has no word for what that leaves of a transition.
        facts["type"] = "Nothing" if track.source_range else "Transition"
        if not track.source_range:
            facts["range"] = pair(track.range_of_child_at_index(index))
        return facts
    start, duration = pair(track.range_of_child_at_index(index))
    if track.source_range is not None:
        # The library refuses to cut what lies outside altogether.
        low, length = pair(track.source_range)
        start, end = max(start - low, 0), min(start + duration - low, length)
        duration = end - start
        if duration < 1e-9:
            facts["type"] = "Nothing"
            return facts
    facts["range"] = [start, duration]
    if isinstance(item, otio.schema.Clip) and track.source_range is None:
        trimmed, visible = item.trimmed_range(), item.visible_range()
        facts["source"] = pair(trimmed)
        facts["visible"] = [seconds(visible.start_time - trimmed.start_time), seconds(visible.duration)]
        reference = item.media_reference
        facts["url"] = getattr(reference, "target_url", None) or ""
        available = reference.available_range if reference else None
        facts["mediaStart"] = seconds(available.start_time) if available else 0
        facts["enabled"] = item.enabled
        scalars = [effect.time_scalar for effect in item.effects
                   if isinstance(effect, otio.schema.LinearTimeWarp) and effect.enabled]
        if scalars:
            facts["speed"] = math.prod(scalars)
    return facts


def facts(timeline):
    """All that is compared. Tracks within tracks have other names than the timeline's own."""
    tracks = []
    for track in timeline.tracks:
        if not isinstance(track, otio.schema.Track):
            continue
        tracks.append({
            "name": track.name,
            "kind": track.kind,
            "duration": seconds(track.duration()) if len(track) else 0,
            "isCut": track.source_range is not None,
            "items": [facts_of_item(track, index) for index in range(len(track))],
        })
    start = timeline.global_start_time
    return {
        "name": timeline.name,
        "start": seconds(start) if start else None,
        "duration": seconds(timeline.duration()),
        "tracks": tracks,
    }


def write(path, value):
    path.write_text(json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
