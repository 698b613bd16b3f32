#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "core/io/field_input.hpp"
#include "core/io/scenario_io.hpp"
#include "tests/core/random_scenario.hpp"

using namespace threewall;

namespace {

std::string typical_link() {
    Scenario s;
    use_model(s, catalog().models.back());
    use_device(s, catalog().devices.front());
    s.cluster.devices = 512;
    s.plan.tensor_parallel = 8;
    s.plan.sequence_parallel = true;
    s.plan.pipeline_parallel = 4;
    s.plan.micro_batch_size = 1;
    s.plan.global_batch_size = 2048;
    s.plan.recompute = Recompute::selective;
    s.plan.zero_stage = 1;
    s.workload.sequence_length = 8192;
    s.workload.tokens = 15e12;
    return encode_link(s);
}

std::string escaped(std::string_view text, std::string_view characters) {
    std::string out;
    for (char c : text) {
        if (characters.find(c) == std::string_view::npos) {
            out += c;
        } else {
            constexpr char kHex[] = "0123456789ABCDEF";
            out += '%';
            out += kHex[(static_cast<unsigned char>(c)) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 15];
        }
    }
    return out;
}

void check_same(const ReadResult& read, const Scenario& s) {
    for (const InputProblem& p : read.problems) UNSCOPED_INFO(p.where << ": " << p.message << " / " << p.fix);
    REQUIRE(read.problems.empty());
    REQUIRE(read.usable);
    for (const Field& f : fields()) {
        if (field_text(read.scenario, f) != field_text(s, f))
            UNSCOPED_INFO(f.path << ": " << field_text(read.scenario, f) << " / " << field_text(s, f));
    }
    REQUIRE(read.scenario == s);
}

}  // namespace

TEST_CASE("a link gives back the same scenario bit for bit, and the same scenario the same link") {
    test::Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Scenario s = test::random_scenario(random);
        const std::string link = encode_link(s);
        INFO(link);
        const ReadResult read = decode_link(link);
        check_same(read, s);
        REQUIRE(encode_link(read.scenario) == link);
    }
}

TEST_CASE("a typical link is short and readable") {
    const std::string link = typical_link();
    INFO(link);
    CHECK(link.size() <= 300);
    CHECK(link.starts_with("#1;m="));
    CHECK(link.find(";n=512;tp=8;sp=1;pp=4;") != std::string::npos);
    CHECK(link.find(";tok=1.5e13") != std::string::npos);
}

// cases.md K10: many programs cut links at about 2 000 characters.
TEST_CASE("a ready scenario edited in every field still fits into 2 000 characters") {
    for (const PresetEntry& preset : catalog().presets) {
        Scenario s = preset.scenario;
        for (const Field& f : fields()) {
            if (f.type == FieldType::text) {
                if (f.path != "model.spans") f.set_text(s, f.get_text(s).substr(0, 12) + "x");
            } else if (f.type == FieldType::boolean) {
                f.set(s, f.get(s).value_or(0) == 0);
            } else if (f.type == FieldType::choice) {
                f.set(s, f.get(s).value_or(0) == f.max ? 0 : f.get(s).value_or(-1) + 1);
            } else {
                const double edited = f.get(s).value_or(f.min) * 0.875;
                const double value = f.type == FieldType::integer ? std::floor(edited) : edited;
                f.set(s, value < f.min || value == f.get(s) ? f.min + 1 : value);
            }
        }
        const std::string link = encode_link(s);
        INFO(preset.id << ": " << link.size() << " " << link);
        CHECK(link.size() <= 2000);
    }
}

TEST_CASE("a link survives what mail and chat programs do to it") {
    const std::string link = typical_link();
    const Scenario s = decode_link(link).scenario;
    const std::string body = link.substr(1);
    check_same(decode_link(body), s);
    check_same(decode_link("https://wiki.example/threewall/?embed=1&view=memory" + link), s);
    check_same(decode_link("<https://wiki.example/threewall/" + link + ">"), s);
    check_same(decode_link("  " + link + "\r\n"), s);
    check_same(decode_link("https://wiki.example/%23" + body), s);
    check_same(decode_link("#" + escaped(body, ";=")), s);
    check_same(decode_link("#" + escaped(body, "=")), s);
    check_same(decode_link("#" + escaped(escaped(body, ";=:,~"), "%")), s);
    std::string wrapped = link;
    wrapped.insert(60, "\r\n ");
    check_same(decode_link(wrapped), s);
    check_same(scenario_from_text(link), s);
    check_same(scenario_from_text(body), s);
}

TEST_CASE("the order of a hand-written link does not matter") {
    const std::string model = catalog().models.front().model.id, device = catalog().devices.front().device.id;
    const ReadResult a = decode_link("#1;tp=8;n=64;d=" + device + ";m=" + model);
    check_same(decode_link("#1;m=" + model + ";d=" + device + ";n=64;tp=8"), a.scenario);
}

TEST_CASE("what a link says wrongly is reported and everything else is kept") {
    const std::string base =
        "#1;m=" + catalog().models.front().model.id + ";d=" + catalog().devices.front().device.id + ";n=64;pp=4";
    for (const char* wrong : {"tp=0", "tp=-1", "tp=nan", "tp=1e308", "tp=2.5", "tp=", "rc=some", "sp=maybe", "xyzzy=1",
                              "tp", "pp=8", "%%%=1", "as=full:x"}) {
        const ReadResult read = decode_link(base + ";" + wrong + ";gbs=128");
        INFO(wrong);
        CHECK(read.usable);
        CHECK(read.problems.size() == 1);
        CHECK(read.scenario.plan.tensor_parallel == 1);
        CHECK(read.scenario.plan.pipeline_parallel == 4);
        CHECK(read.scenario.plan.global_batch_size == 128);
    }
    const ReadResult newer = decode_link("#2" + base.substr(2) + ";tp=8");
    CHECK(newer.usable);
    REQUIRE(newer.problems.size() == 1);
    CHECK(newer.problems[0].where == "version");
    CHECK(newer.scenario.plan.tensor_parallel == 8);
    const ReadResult unknown =
        decode_link("#1;m=no-such-model;d=" + catalog().devices.front().device.id + ";n=64;tp=8");
    REQUIRE(unknown.problems.size() == 1);
    CHECK(unknown.problems[0].where == "m");
    CHECK(unknown.scenario.plan.tensor_parallel == 8);
    CHECK(unknown.scenario.model == default_scenario().model);
}

TEST_CASE("a model of one's own travels whole") {
    Scenario s = decode_link(typical_link()).scenario;
    s.model.id = "custom";
    s.model.name = "我的模型; 7B = big";
    s.model.moe = MixtureOfExperts{.experts = 64, .top_k = 6, .expert_ffn = 1408};
    s.model.spans = {{SpanKind::sliding_window, 20, 1024}, {SpanKind::full, 4, 0}};
    const std::string link = encode_link(s);
    CHECK(link.starts_with("#1;m=~custom;"));
    check_same(decode_link(link), s);
    s.cluster.device.id = "";
    check_same(decode_link(encode_link(s)), s);
}

TEST_CASE("no link brings the reader down: every cut of a real one, and random bytes") {
    const std::string link = typical_link();
    for (std::size_t n = 0; n <= link.size(); ++n) {
        const ReadResult read = decode_link(std::string_view(link).substr(0, n));
        CHECK(read.scenario.cluster.devices > 0);
        CHECK(read.scenario.model.layers > 0);
    }
    test::Random random(9);
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = test::below(random, 2) == 0 ? link : "#1;";
        for (std::size_t k = test::below(random, 20); k > 0; --k)
            bytes.insert(test::below(random, bytes.size() + 1), 1, static_cast<char>(random()));
        const ReadResult read = decode_link(bytes);
        // Whatever was read can be written again.
        INFO(bytes << "\n" << encode_link(read.scenario));
        check_same(decode_link(encode_link(read.scenario)), read.scenario);
    }
    for (const char* text : {"", "#", "https://wiki.example/", "#garbage", "#1", "#1;", "#;;;;"}) {
        const ReadResult read = decode_link(text);
        CHECK_FALSE(read.usable);
        CHECK_FALSE(read.problems.empty());
    }
    // K10: static hosts pass fragments of any length; a long one is read, not cut.
    CHECK(decode_link(link + ";mn=" + std::string(8180, 'a')).problems.size() == 1);
}
