# pbem: `make help` lists what there is to make; the lines it shows are the ones behind ## here.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The tests start the program some hundred times: it is not to be compiled each time, even where the shell wants it so.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run help test coverage check bench pictures lock services clean

run: $(VENV)/.installed ## start a game against two bots, to play at once in the browser
	@$(BIN)/pbem demo

help: ## list these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# More at a time than there are cores: many of the tests wait for servers most of the time.
test: $(VENV)/.installed-test services ## run every test there is
	@$(BIN)/python -m pytest -n 4 --dist worksteal

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

# The set-up: a virtual environment in .venv, with the versions that constraints.txt pins.
$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)
	@echo "Installing pbem and what it needs into $(VENV) …"
	@$(PIP) install --constraint constraints.txt --editable .
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
