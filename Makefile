# Roundtable's routines. Set SWIFT to use another toolchain: make test SWIFT=~/swift-6.3/usr/bin/swift

SWIFT ?= swift
export SWIFT

formatted = Package.swift Plugins Sources Tests Examples $(addprefix roundtable-kit/,Package.swift Sources Tests Examples)

.DEFAULT_GOAL := help
.PHONY: help run test build docs lint format dependencies

help: ## Shows this list.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

run: build ## Plays the demo against a PostgreSQL of its own, then goes on serving, the playground, too: open the address it prints.
	@"$$($(SWIFT) build --show-bin-path)/roundtable-lab" demo --serve

test: lint ## Checks the format, builds without a warning, and runs all tests.
	@scripts/build --build-tests
	@scripts/test

lint: dependencies ## Checks the format.
	@$(SWIFT) format lint --strict --parallel --recursive $(formatted) || \
		{ echo "error: that is not the house format. Run 'make format', then look at what it left." >&2; exit 1; }

format: dependencies ## Puts the sources into the house format.
	@$(SWIFT) format --in-place --parallel --recursive $(formatted)

build: dependencies ## Builds the programs.
	@scripts/build

docs: build ## Builds the documentation as static files, in .build/docs.
	@scripts/docs

dependencies: ## Installs what is missing, on Debian.
	@scripts/install-dependencies
