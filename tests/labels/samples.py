"""Label files written in many hands' styles, for tests of reading and editing."""

from __future__ import annotations

SPAN = "document: a.md, fingerprint: sha256:0123456789abcdef, start: 4, end: 9"

BLOCK = """\
# Appeals, owned by the policy team
version: 1

queries:
  # the window
  - id: window   # first
    query: What happens after the appeal window closes?
    boundary: condition-consequence
    tags: {risk: critical, language: en}  # reviewed in spring
    evidence:
      - document: policies/appeals.md
        fingerprint: sha256:9f2c41d07b3a55e1   # short
        start: 1043
        end: 1660
        quote: After the window closes, the case is final.
    note: 'a note, quoted'

  # the exception
  - id: exception
    query: "Who may appeal late?"
    evidence:
      - together:
          - {document: a.md, fingerprint: sha256:0123456789abcdef, start: 4, end: 9, quote: "row one"}
          - {document: a.md, fingerprint: sha256:0123456789abcdef, start: 40, end: 49}

  - id: block
    query: >-
      Which words
      are folded?
    evidence:
      - document: a.md
        fingerprint: sha256:0123456789abcdef
        start: 0
        end: 12
        quote: |
          one
          # no comment

          two

      # about the second
      - any:
        - document: a.md
          fingerprint: sha256:0123456789abcdef
          start: 50
          end: 60
        - together:
          - {document: b.md, fingerprint: sha256:0123456789abcdef, start: 1, end: 2}
          - {document: b.md, fingerprint: sha256:0123456789abcdef, start: 5, end: 7}
    made: blind
# after all labels
"""

FLOW = f"""\
version: 1
queries: [{{id: one, query: "First?", evidence: [{{{SPAN}, quote: "a, b"}}]}},
  {{id: two, query: Second, answerable: true, evidence: [{{{SPAN}}}], tags: {{x: y}} }},  # last
]
"""

JSON = """\
{"version": 1, "queries": [{"id": "moon", "query": "Moon?", "answerable": false, "corpus": "sha256:0123456789abcdef"}]}
"""

DENSE = f"""\
version: 1
queries:
- id: one
  query: First?
  evidence: [{{{SPAN}}}]
-
  id: two
  query: Second?
  evidence:
  - {{{SPAN}}}
-   id: three
    query: Third?
    evidence:
    -   document: a.md
        fingerprint: sha256:0123456789abcdef
        start: 7
        end: 9
        quote: >+
          kept

"""

ODD = f"""\
%YAML 1.1
---
"version":   1
'queries':	# a tab before
  #- not an item
  -   # the dash alone
      'id' : one
      query : a plain text
        on two lines   # of three

      evidence :
      - {{
          {SPAN},   # inside
          quote: "in
            two lines",
        }}
  - query: "x\\
      y"
    note: |2
        indented

       less
    id: two
    answerable: false
    tags:
      risk: high

      # last
...
"""

ALL = {"block": BLOCK, "flow": FLOW, "json": JSON, "dense": DENSE, "odd": ODD}
