#include "web/widgets/icons.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace threewall::web {
namespace {

constexpr float kLine = 1.5f;
constexpr float kPi = std::numbers::pi_v<float>;

struct Pen {
    ImDrawList& list;
    ImVec2 centre;
    float half;
    ImU32 colour;

    /// From -1..1 in the icon's square to the window.
    ImVec2 at(float x, float y) const { return {centre.x + x * half, centre.y + y * half}; }
    void line(ImVec2 a, ImVec2 b) const { list.AddLine(at(a.x, a.y), at(b.x, b.y), colour, kLine); }
    void stroke() const { list.PathStroke(colour, 0, kLine); }
};

/// Three walls, the last one the highest: a step one has to take.
void logo(const Pen& p) {
    p.list.AddRectFilled(p.at(-0.9f, -0.95f), p.at(-0.1f, 0.95f), p.colour, 1.5f);
    p.list.AddRectFilled(p.at(-0.1f, 0.1f), p.at(0.9f, 0.95f), p.colour, 1.5f);
}

void chevron_down(const Pen& p) {
    for (auto [x, y] : {ImVec2(-0.6f, -0.3f), ImVec2(0, 0.3f), ImVec2(0.6f, -0.3f)}) p.list.PathLineTo(p.at(x, y));
    p.stroke();
}

void chevron_right(const Pen& p) {
    for (auto [x, y] : {ImVec2(-0.3f, -0.6f), ImVec2(0.3f, 0), ImVec2(-0.3f, 0.6f)}) p.list.PathLineTo(p.at(x, y));
    p.stroke();
}

/// An arrow that turns back; `side` -1 points left (undo), 1 right (redo).
void turn_back(const Pen& p, float side) {
    p.list.PathLineTo(p.at(side * 0.75f, -0.3f));
    p.list.PathLineTo(p.at(side * -0.25f, -0.3f));
    p.list.PathBezierCubicCurveTo(p.at(side * -1.05f, -0.3f), p.at(side * -1.05f, 0.75f), p.at(side * -0.25f, 0.75f));
    p.list.PathLineTo(p.at(side * 0.2f, 0.75f));
    p.stroke();
    for (auto [x, y] : {ImVec2(0.3f, -0.75f), ImVec2(0.8f, -0.3f), ImVec2(0.3f, 0.15f)})
        p.list.PathLineTo(p.at(side * x, y));
    p.stroke();
}

void sun(const Pen& p) {
    constexpr int kRays = 8;
    p.list.AddCircle(p.centre, 0.4f * p.half, p.colour, 0, kLine);
    for (int i = 0; i < kRays; ++i) {
        const float angle = 2 * kPi * static_cast<float>(i) / kRays;
        const ImVec2 ray(std::cos(angle), std::sin(angle));
        p.line({0.68f * ray.x, 0.68f * ray.y}, {0.98f * ray.x, 0.98f * ray.y});
    }
}

void moon(const Pen& p) {
    p.list.PathArcTo(p.centre, 0.8f * p.half, 0.0f * kPi, 1.5f * kPi, 24);
    p.list.PathBezierCubicCurveTo(p.at(-0.35f, -0.2f), p.at(0.2f, 0.35f), p.at(0.8f, 0));
    p.stroke();
}

void close(const Pen& p) {
    p.line({-0.55f, -0.55f}, {0.55f, 0.55f});
    p.line({-0.55f, 0.55f}, {0.55f, -0.55f});
}

void check(const Pen& p) {
    for (auto [x, y] : {ImVec2(-0.7f, 0.05f), ImVec2(-0.2f, 0.5f), ImVec2(0.7f, -0.5f)}) p.list.PathLineTo(p.at(x, y));
    p.stroke();
}

/// Two links of a chain.
void chain(const Pen& p) {
    const float radius = 0.32f * p.half;
    p.list.AddRect(p.at(-0.95f, -0.32f), p.at(0.15f, 0.32f), p.colour, radius, 0, kLine);
    p.list.AddRect(p.at(-0.15f, -0.32f), p.at(0.95f, 0.32f), p.colour, radius, 0, kLine);
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
    const Pen p{list, centre, size / 2, colour};
    switch (icon) {
    case Icon::logo: return logo(p);
    case Icon::chevron_down: return chevron_down(p);
    case Icon::chevron_right: return chevron_right(p);
    case Icon::undo: return turn_back(p, -1);
    case Icon::redo: return turn_back(p, 1);
    case Icon::sun: return sun(p);
    case Icon::moon: return moon(p);
    case Icon::close: return close(p);
    case Icon::check: return check(p);
    case Icon::link: return chain(p);
    }
}

}  // namespace threewall::web
