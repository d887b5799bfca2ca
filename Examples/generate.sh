#!/bin/sh
# Writes the two long examples, scroll-list.json (5,000 rows) and spacing.json (1,000 views), beside this script.
# Other sizes: generate.sh ROWS VIEWS.
set -eu
cd "$(dirname "$0")"

# Row i of the list is 20 * (i mod 10 + 1) high and hangs under the row before it.
awk -v rows="${1:-5000}" 'BEGIN {
  print "{\"trellis\": 1, \"size\": [375, 667],"
  print " \"views\": [{\"name\": \"list\", \"kind\": \"scroll\", \"views\": [{\"name\": \"box\", \"views\": ["
  for (i = 0; i < rows; i++) printf "  {\"name\": \"r%d\"}%s\n", i, i < rows - 1 ? "," : ""
  print " ]}]}],"
  print " \"constraints\": ["
  print "  \"list.edges = root.edges\", \"box.edges = list.edges\", \"box.width = list.width\","
  for (i = 0; i < rows; i++) {
    printf "  \"r%d.left = box.left\", \"r%d.right = box.right\", \"r%d.height = %d\", ", i, i, i, 20 * (i % 10 + 1)
    if (i == 0) print "\"r0.top = box.top\","
    else printf "\"r%d.top = r%d.bottom\",\n", i, i - 1
  }
  printf "  \"box.bottom = r%d.bottom\"\n ]}\n", rows - 1
}' > scroll-list.json

# View i is 10 + 7 i mod 41 wide and 10 + 11 i mod 51 high; all gaps are equal, and 8 wide at the width that is asked for.
awk -v views="${2:-1000}" 'BEGIN {
  width = 8 * (views + 1)
  for (i = 0; i < views; i++) width += 10 + (7 * i) % 41
  printf "{\"trellis\": 1, \"size\": [%d, 100],\n \"views\": [\n", width
  for (i = 0; i < views; i++) printf "  {\"name\": \"v%d\"}%s\n", i, i < views - 1 ? "," : ""
  print " ],\n \"guides\": ["
  for (i = 0; i <= views; i++) printf "  {\"name\": \"s%d\", \"in\": \"root\"}%s\n", i, i < views ? "," : ""
  print " ],\n \"constraints\": ["
  for (i = 0; i <= views; i++) {
    if (i == 0) printf "  \"s0.left = root.left\", "
    else printf "  \"s%d.width = s0.width\", \"s%d.left = v%d.right\", ", i, i, i - 1
    printf "\"s%d.height = 1\", \"s%d.centerY = root.centerY\",\n", i, i
    if (i < views) {
      printf "  \"v%d.left = s%d.right\", \"v%d.centerY = root.centerY\", ", i, i, i
      printf "\"v%d.width = %d\", \"v%d.height = %d\",\n", i, 10 + (7 * i) % 41, i, 10 + (11 * i) % 51
    }
  }
  printf "  \"s%d.right = root.right\"\n ]}\n", views
}' > spacing.json
