# make build  builds the command line: .build/release/trellis
# make run    builds and lays out every document in Examples: a table here, pictures in out/
# make test   builds and runs all tests (the long property runs: TRELLIS_LONG_TESTS=1 make test)
# make bench  the measured workloads through both paths
# make rivals Trellis, GLPK, CLP, Kiwi and hand-written arithmetic, one run (Benchmarks/README.md)
# make fuzz   the fuzzers, SECONDS each (default 60)
# make lint   formatting, as in CI
# make install PREFIX=/usr/local [DESTDIR=…] [CSOLVER_BLAS=none]  the C library alone (packaging/csolver.mk)

SWIFT ?= swift
SECONDS ?= 60
TRELLIS = .build/release/trellis

.PHONY: build run test bench rivals fuzz lint consumer install clean

build:
	@scripts/require.sh
	@SWIFT="$(SWIFT)" scripts/build.sh

run: build
	@mkdir -p out
	$(TRELLIS) layout Examples/*.json --format svg -o out
	$(TRELLIS) layout Examples/*.json --format table --limit 12 --times
	$(TRELLIS) layout Examples/*.storyboard --devices all --format html -o out/storyboards.html
	@echo "pictures: $$(ls out/*.svg | wc -l) SVG files in out/, a page of storyboards in out/storyboards.html"

test:
	@scripts/require.sh test
	$(SWIFT) test
	$(SWIFT) test --package-path Tools

bench: build
	$(TRELLIS) bench --views 1000,10000

rivals:
	@Benchmarks/rivals/run.sh

fuzz:
	@scripts/require.sh
	@scripts/fuzz.sh $(SECONDS)

lint:
	@scripts/lint.sh

consumer:
	@scripts/require.sh
	@Tests/Consumer/run.sh

install:
	@$(MAKE) -f packaging/csolver.mk install

clean:
	rm -rf .build .build-* Tools/.build out
