# The things to do with a checkout; `make help` lists them.
.PHONY: help setup setup-tests demo build install packages test test-all quick test-python bench fuzz

help:
	@echo "make setup   install what is missing (Debian packages, by apt-get)"
	@echo "make setup-tests  the same, and the browser that tests use"
	@echo "make demo    build, find a bug in a C program, prove its fixed version safe"
	@echo "make build   build target/release/sheaf"
	@echo "make install put the program, its manual pages and completions below PREFIX=/usr/local"
	@echo "make packages  build a .deb and a wheel in target/packages, and try them in a bare Debian 12"
	@echo "make quick   unit tests of what changed, the programs of tests/cases: two minutes"
	@echo "make test    everything that must pass: format, lints, tests, documentation"
	@echo "make test-all  the same, with all configurations for every program of tests/cases"
	@echo "make test-python  the tests of sheaf-ray; installs Ray from PyPI into target/python"
	@echo "make bench   measure speed, as ratios to the figures in benches/"
	@echo "make fuzz    compare random programs for TIME=10m; disagreements go to target/differential"

setup:
	@./scripts/setup.sh

# Also the browser in which tests look at pages.
setup-tests:
	@./scripts/setup.sh tests

# One profile and the whole workspace everywhere, so that nothing is built twice.
build: setup
	cargo build --release --workspace

# Copies what `make build` made, so that root needs no compiler.
PREFIX ?= /usr/local
SHEAF = target/release/sheaf
SHARE = $(DESTDIR)$(PREFIX)/share
install:
	@test -x $(SHEAF) || { echo "make build comes first"; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions
	install -d $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(SHEAF) $(SHEAF)-check-proof $(DESTDIR)$(PREFIX)/bin
	$(SHEAF) man --out $(SHARE)/man/man1
	$(SHEAF) completions bash > $(SHARE)/bash-completion/completions/sheaf
	$(SHEAF) completions zsh > $(SHARE)/zsh/site-functions/_sheaf
	$(SHEAF) completions fish > $(SHARE)/fish/vendor_completions.d/sheaf.fish

# Needs what scripts/packages.sh names at its top; root, to try what was built.
packages: setup
	./scripts/packages.sh

demo: build
	@./scripts/demo.sh

# Tests run with overflow checks and debug assertions in the crates that scripts/checked.toml names.
test: setup-tests
	@./scripts/test.sh turn

# Half an hour; before a release.
test-all: setup-tests
	@./scripts/test.sh all

# Replaces no `make test`.
quick: setup-tests
	@./scripts/quick.sh

# Not a part of `make test`: it downloads Ray (80 MB). What tasks and verdicts depend on is tested
# there, by the tests of `sheaf task` and `sheaf conclude`.
PYTHON ?= python3
test-python: build
	$(PYTHON) -m venv target/python
	target/python/bin/pip install -q -e 'python[test]'
	cd python && ../target/python/bin/mypy
	cd python && ../target/python/bin/pytest -q

bench: build
	@./benches/run

# Random programs, each computed in several ways; `make test` compares some, this goes on with fresh
# seeds.
TIME ?= 10m
fuzz: build
	target/release/fuzz $(TIME)
