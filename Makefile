# pbem: `make help` lists what there is to make; the lines it shows are the ones behind ## here.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
PIP = $(BIN)/python -m pip --disable-pip-version-check $(QUIET)
# Whoever waits at a terminal sees that something happens.
QUIET := $(shell test -t 2 || echo --quiet)
# The tests start the program some hundred times: it is not to be compiled each time, even where the shell wants it so.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run help test test-install test-pythons coverage check bench pictures lock services wheel compiled-wheel deb image release clean

run: $(VENV)/.installed ## start a game against two bots, to play at once in the browser
	@$(BIN)/pbem demo --open

help: ## list these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# More at a time than there are cores: many of the tests wait for servers most of the time.
test: $(VENV)/.installed-test services ## run every test there is
	@$(BIN)/python -m pytest -n 4 --dist worksteal

# Minutes, not seconds: each way to install is tried in a place of its own.
test-install: $(VENV)/.installed-test ## try the ways to install: a wheel, the Debian package, the image
	@PBEM_TEST_INSTALL=1 $(BIN)/python -m pytest -n 0 tests/install

# What takes minutes, needs other servers or draws pages is left to the Python that .venv has.
test-pythons: ## run the quick part of the suite on each Python from 3.11 on that is installed
	@tests/run_pythons

# The same tests, with the lines and branches that none of them reaches; being watched, Python takes twice as long.
coverage: $(VENV)/.installed-test services ## the same, and tell what no test reaches
	@$(BIN)/python -m pytest -n 4 --dist worksteal --cov --cov-report=term

check: $(VENV)/.installed-test ## formatter, linters, types, import contracts, audit; all that must be clean
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/bandit --quiet --configfile pyproject.toml --recursive engine pbem
	@$(BIN)/python -m tests.support.audit

bench: $(VENV)/.installed-test ## measure how fast it is
	@$(BIN)/pbem bench

pictures: $(VENV)/.installed-test services ## draw every mail, and those that the documents show
	@echo "Drawing every mail into build/pictures, and a chosen few into docs/pictures …"
	@$(BIN)/python -m benchmarks.pictures docs/pictures
	@$(BIN)/python -m benchmarks.pictures build/pictures -

wheel: $(VENV)/.installed ## build a wheel into build/dist
	@$(PIP) wheel --no-deps --wheel-dir build/dist .

compiled-wheel: $(VENV)/.installed ## the same with the engine compiled by mypyc, for this Python and machine only
	@PYTHON=$(BIN)/python packaging/compiled_wheel build/dist

deb: ## build a Debian package into build/
	@packaging/deb/build

image: ## build a container image, by podman or docker
	@$$(command -v podman || command -v docker) build --file Containerfile --tag pbem:$(VERSION) --tag pbem:latest .

# From a tag: nothing goes out that is not committed, or whose version the changelog does not have.
release: $(VENV)/.installed-test ## from a tag: build wheel, sdist, Debian package and image, and try each
	@test -z "$$(git status --porcelain)" || { echo "there is something that is not committed"; exit 1; }
	@test "$$(git describe --tags --exact-match 2>/dev/null)" = "v$(VERSION)" || { echo "this is not the tag v$(VERSION)"; exit 1; }
	@grep -q "^## $(VERSION)" CHANGELOG.md || { echo "CHANGELOG.md has nothing on $(VERSION)"; exit 1; }
	@$(PIP) install hatchling && $(BIN)/python -m hatchling build -d build/dist
	@packaging/deb/build
	@PBEM_TEST_INSTALL=1 $(BIN)/python -m pytest -n 0 tests/install
	@command -v podman docker > /dev/null && $(MAKE) image || echo "no image: neither podman nor docker is here"
	@ls -l build/dist build/*.deb

# The set-up: a virtual environment in .venv, with the versions that constraints.txt pins.
$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)
	@echo "Installing pbem and what it needs into $(VENV), once; that takes half a minute or more …"
	@$(PIP) install --constraint constraints.txt --editable '.[bots]'
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(VENV)
	@echo "Installing pbem, what it needs and the test tools into $(VENV) …"
	@$(PIP) install --constraint constraints.txt --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pbem needs Python 3.11 or newer, $(PYTHON) is $$($(PYTHON) -V)"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) can't make virtual environments: on Debian, install python3-venv"; exit 1; }

services: ## install the servers that the tests talk to, where that is allowed
	@tests/install_services

# After a change of the dependencies in pyproject.toml: resolve them anew and write down what came out.
lock: | $(VENV) ## resolve the dependencies anew and pin them in constraints.txt
	@$(PIP) install --upgrade --editable '.[test]'
	@$(BIN)/python -m pip freeze --exclude-editable > constraints.txt

clean: ## remove the virtual environment and everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .coverage
