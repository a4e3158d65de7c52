"""The sample store as source: sessions, what came of them and what happened later, told in days before today.

Data only; whoever builds the sample replays it through the engine, and nothing here runs or knows a date.
`sessions-NN-*.jsonl` run on in time from file to file: a session, its events, then the memories that came of them
and the gate's verdicts on some of the events. A memory with a verdict was kept by the gate, one without was
remembered by the session's agent; both are dated by their event. `lives.jsonl` is in time order; a recall whose
session is null came from an agent outside any recorded session. `store.json` names searches and entities.
"""
