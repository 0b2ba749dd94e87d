#!/bin/sh
# Fuzzes the parsers with libFuzzer: run.sh [SECONDS]. The corpus grows in BUILD/corpus; what is found is left in BUILD.
# Time is by the clock, so that the limit on one input leaves room for a machine with other things to do.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-.build/fuzz}
mkdir -p "$build/corpus"
flags="-swift-version 6 -package-name broadsheet -O -g -sanitize=fuzzer -parse-as-library
    -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility"
# shellcheck disable=SC2086
swiftc $flags -module-name News -emit-module -emit-module-path "$build/News.swiftmodule" -whole-module-optimization \
    -c Sources/News/Article.swift -o "$build/News.o"
# shellcheck disable=SC2046,SC2086
swiftc $flags -module-name Fuzz -whole-module-optimization -I "$build" -I Sources/CXML2 \
    $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g') Sources/Feeds/*.swift Tests/Fuzz/Fuzz.swift "$build/News.o" \
    $(pkg-config --libs libxml-2.0) -o "$build/fuzz"
exec nice -n 19 "$build/fuzz" -max_total_time="${1:-3600}" -timeout=100 -rss_limit_mb=1024 -max_len=20000 \
    -dict=Tests/Fuzz/words.dict -artifact_prefix="$build/" "$build/corpus" Tests/Fuzz/seeds
