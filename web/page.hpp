// Where the panels stand on the page: three columns, two, or one on a phone.
#pragma once

#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

Columns columns_for(float width);

/// One frame of the page. Inputs are drawn, and their edits to be carried out, before the results, so that a drag
/// changes every number within the same frame.
class Page {
public:
    explicit Page(const Ui& ui);
    ~Page();
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;

    void draw_inputs();
    void draw_results();

private:
    void place_columns(Box box);
    void draw_side_panels(bool in_flow) const;
    void draw_grid(float width, float least_width, float height) const;

    const Ui& ui_;
    Box header_, verdict_, inputs_, pictures_, side_;
    float verdict_width_ = 0;
    ImVec2 after_inputs_;
};

}  // namespace threewall::web
