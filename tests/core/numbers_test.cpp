#include "core/io/numbers.hpp"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

using namespace threewall;

TEST_CASE("numbers are read as people type them") {
    using enum UnitKind;
    CHECK(parse_number("1.5T", tokens) == 1.5e12);
    CHECK(parse_number("4k", tokens) == 4000);
    CHECK(parse_number("4Ki", tokens) == 4096);
    CHECK(parse_number("70B", count) == 70e9);
    CHECK(parse_number("2 048", count) == 2048);
    CHECK(parse_number("2,048", count) == 2048);
    CHECK(parse_number("80 GiB", bytes) == 80.0 * 1024 * 1024 * 1024);
    CHECK(parse_number("80GB", bytes) == 80e9);
    CHECK(parse_number("80B", bytes) == 80);
    CHECK(parse_number("400 Gb/s", bytes_per_second) == 50e9);
    CHECK(parse_number("400Gbps", bytes_per_second) == 50e9);
    CHECK(parse_number("400 GB/s", bytes_per_second) == 400e9);
    CHECK(parse_number("3.35 TB/s", bytes_per_second) == 3.35e12);
    CHECK(parse_number("312 TFLOP/s", flop_per_second) == 312e12);
    CHECK(parse_number("989T", flop_per_second) == 989e12);
    CHECK(parse_number("8%", ratio) == 0.08);
    CHECK(parse_number("2e12", none) == 2e12);
    CHECK(parse_number("2E+12", tokens) == 2e12);
    CHECK(parse_number("5 us", seconds) == 5e-6);
    CHECK(parse_number("3 µs", seconds) == 3e-6);
    CHECK(parse_number("1.5 h", seconds) == 5400);
    CHECK(parse_number("$2.50", dollars) == 2.5);
    CHECK(parse_number("1.2 MW", watts) == 1.2e6);
}

TEST_CASE("what could mean two things is not guessed") {
    using enum UnitKind;
    for (const char* text : {"400G", "400 Gs", "400 G/s"}) CHECK_FALSE(parse_number(text, bytes_per_second));
    CHECK_FALSE(parse_number("80gb", bytes));
    CHECK_FALSE(parse_number("4m", tokens));
    CHECK_FALSE(parse_number("0,8", ratio));
    CHECK_FALSE(parse_number("0,800", ratio));
    CHECK_FALSE(parse_number("8%", count));
    for (const char* text :
         {"", " ", "-", "+", ".", "e5", "nan", "inf", "1e999", "0x10", "1.2.3", "5 5", "--5", "1e", "k"}) {
        INFO(text);
        CHECK_FALSE(parse_number(text, none));
    }
    CHECK_FALSE(parse_number(std::string(100000, '9'), none));
}

TEST_CASE("exact text reads back to the same bits") {
    CHECK(exact_number(512) == "512");
    CHECK(exact_number(0.1) == "0.1");
    CHECK(exact_number(2e12) == "2e+12");
    CHECK(exact_number(-0.0) == "0");
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value) || value == 0) continue;
        const auto back = parse_number(exact_number(value), UnitKind::none);
        REQUIRE(back.has_value());
        REQUIRE(std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(value));
    }
}

TEST_CASE("numbers are shown short and with their unit") {
    using enum UnitKind;
    CHECK(format_number(61.2 * kGibi, bytes) == "61.2 GiB");
    CHECK(format_number(3.42, seconds) == "3.42 s");
    CHECK(format_number(0.00042, seconds) == "420 µs");
    CHECK(format_number(1.19e6, count) == "1.19 M");
    CHECK(format_number(16384, count) == "16384");
    CHECK(format_number(8030261248.0, count) == "8.03 B");
    CHECK(format_number(0.4316, ratio) == "43.2 %");
    CHECK(format_number(989.4e12, flop_per_second) == "989 TFLOP/s");
    CHECK(format_number(999.7e9, bytes_per_second) == "1000 GB/s");
    CHECK(format_number(0, bytes) == "0 B");
    CHECK(format_number(2.5, dollars) == "$2.50");
    CHECK(format_number(54 * kSecondsPerDay, seconds) == "54 d");
    CHECK(format_number(NAN, bytes) == "–");
}
