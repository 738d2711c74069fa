#!/bin/sh
# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
# What builds put before the compiler: compile.sh COMPILER ARGUMENTS...
# Checkouts share what ccache keeps. A precompiled header that is to be made anew goes first: as long
# as the old one is there the preprocessor reads it instead of the sources, so that ccache finds
# nothing changed and brings the old one back.
for argument; do
  case $argument in
    *.gch) rm -f "$argument" ;;
  esac
done
CCACHE_BASEDIR=${0%/tools/*} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
export CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_SLOPPINESS
exec ccache "$@"
