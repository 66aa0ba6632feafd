# Everything a newcomer needs: each target installs what is missing, configures, builds and runs.
#
#   make play    watch two players: the board, what each knew, why it moved (GAME=games/meier.kif, PLAYERS=random,mcts)
#   make test    build and run every test, the fuzzers' short run included
#   make build   leave the command at build/percept
#   make bench   measure; the table goes to bench/results/
#   make format  lay out the C++ sources and the rule sheets
#   make fuzz    fuzz the readers for SECONDS each (default 200; there are four)
#   make debug   build and test with address and undefined-behaviour sanitizers (half an hour on two cores)
#   make thread  build and test with the thread sanitizer (three quarters of an hour; make test has what threads share)
#   make nightly tests of chance ten times as long (PERCEPT_EFFORT=10), all sanitizers, and the second compiler
#   make mutate  plant small mistakes (COUNT=40, SEED: another choice every day) and list those that no test notices
#   make clang   build with the second compiler, where a warning is an error

GAME ?= games/krieg_tictactoe_5x5.kif
PLAYERS ?= hyperplay,hyperplay
SECONDS ?= 200

.PHONY: play test build build-fuzz bench format fuzz nightly mutate debug thread clang setup setup-all setup-night clean
.DEFAULT_GOAL := build

play: build
	build/percept match $(GAME) --players $(PLAYERS) --start-clock 2 --play-clock 0.3 --explain --no-store

# The list of Debian packages is packages.txt: those with `test` behind them only for what is more than playing, those
# with `night` for `make nightly`. Nothing happens when all are there, or their commands, from wherever they came.
install = missing=""; \
	for package in $$($(1) packages.txt); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || \
	    command -v $$package >/dev/null || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing:$$missing"; \
	  as_root="env"; \
	  if [ "$$(id -u)" != 0 ]; then \
	    command -v sudo >/dev/null || { echo "As root, run: apt-get install$$missing"; exit 1; }; \
	    as_root="sudo env"; \
	  fi; \
	  $$as_root apt-get update -qq && \
	  $$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

setup:
	@$(call install,awk 'NF == 1')

setup-all:
	@$(call install,awk '$$2 != "night" { print $$1 }')

setup-night:
	@$(call install,awk '{ print $$1 }')

build: setup
	@cmake --preset release -DPERCEPT_TESTS=OFF >/dev/null
	cmake --build --preset release --target percept

build-fuzz: setup-all
	@cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz

test: setup-all build-fuzz
	@cmake --preset release -DPERCEPT_TESTS=ON >/dev/null
	cmake --build --preset release
	@cmake --preset thread >/dev/null
	cmake --build --preset thread --target percept_shared_tests
	build/thread/tests/percept_shared_tests -tc="*thread*"
	ctest --preset release
	ctest --preset fuzz

nightly: setup-night test debug thread clang
	PERCEPT_EFFORT=10 ctest --preset release --timeout 3600

mutate: setup-all
	tools/mutate $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

debug: setup-all
	@cmake --preset debug >/dev/null
	cmake --build --preset debug
	ctest --preset debug

thread: setup-all
	@cmake --preset thread >/dev/null
	cmake --build --preset thread
	ctest --preset thread

clang: setup-all
	@cmake --preset clang >/dev/null
	cmake --build --preset clang

bench: build setup-all
	@cmake --preset release -DPERCEPT_TESTS=ON >/dev/null
	cmake --build --preset release --target percept_load percept_search_bench
	bench/run

format: setup-all build
	clang-format -i $$(find src tests fuzz bench -name '*.h' -o -name '*.cpp')
	build/percept format --write games/*.kif

fuzz: build-fuzz
	fuzz/run $(SECONDS)

clean:
	rm -rf build
