#!/bin/sh
# Fuzzes the parsers with libFuzzer: run.sh [SECONDS]. The corpus grows in BUILD/corpus; what is found is left in BUILD.
# What one input may take is processor time, which Fuzz.swift counts, so that other work on the machine finds nothing.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-.build/fuzz}
mkdir -p "$build/corpus"
flags="-swift-version 6 -package-name broadsheet -O -g -sanitize=fuzzer -parse-as-library
    -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility"
# shellcheck disable=SC2086
swiftc $flags -module-name News -emit-module -emit-module-path "$build/News.swiftmodule" -whole-module-optimization \
    -c Sources/News/Article.swift Sources/News/Address.swift -o "$build/News.o"
# shellcheck disable=SC2046,SC2086
swiftc $flags -module-name Fuzz -emit-module -emit-module-path "$build/Fuzz.swiftmodule" -whole-module-optimization \
    -I "$build" -I Sources/CXML2 $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g') \
    -c Sources/Feeds/*.swift Tests/Fuzz/Fuzz.swift -o "$build/Fuzz.o"
# shellcheck disable=SC2046
swiftc -sanitize=fuzzer "$build/News.o" "$build/Fuzz.o" $(pkg-config --libs libxml-2.0) -o "$build/fuzz"
exec nice -n 19 "$build/fuzz" -max_total_time="${1:-3600}" -timeout=0 -rss_limit_mb=1024 -max_len=20000 \
    -dict=Tests/Fuzz/words.dict -artifact_prefix="$build/" "$build/corpus" Tests/Fuzz/seeds
