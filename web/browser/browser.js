// The JavaScript side of browser.hpp. Functions whose names start with tw_ are called from browser.cpp.
addToLibrary({
  $tw__deps: ['$GLFW', '$UTF8ToString', '$stringToNewUTF8', 'free'],
  $tw: {
    pending: 0, // frames still to draw
    scheduled: false,
    pasted: '',
    largestFile: 16 << 20, // the program refuses far smaller ones, with a message

    stage: () => document.getElementById('stage'),

    requestFrames(count) {
      tw.pending = Math.max(tw.pending, count);
      if (tw.scheduled) return;
      tw.scheduled = true;
      requestAnimationFrame(tw.frame);
    },

    frame() {
      tw.scheduled = false;
      tw.pending--;
      // GLFW itself hears only of the first change away from the scale at its start.
      if (GLFW.scale !== devicePixelRatio) GLFW.onDevicePixelRatioChange();
      _tw_frame();
      const probe = globalThis.threewall;
      probe.frames++;
      probe.first_frame_ms ??= performance.now();
      if (tw.pending > 0) tw.requestFrames(tw.pending);
    },

    // Calls a C function with strings, which live until it returns.
    withStrings(call, ...strings) {
      const pointers = strings.map(stringToNewUTF8);
      call(...pointers);
      pointers.forEach(_free);
      tw.requestFrames(3);
    },

    // After an event ImGui needs one frame to take it in and one to settle its layout; one more is for hover effects.
    watchEvents() {
      const wake = () => tw.requestFrames(3);
      const events = 'pointermove pointerdown pointerup wheel keydown keyup keypress touchstart touchmove touchend ' +
        'touchcancel mousemove mousedown mouseup mouseleave resize focus blur paste compositionend';
      for (const event of events.split(' ')) addEventListener(event, wake, { capture: true, passive: true });
      document.addEventListener('visibilitychange', wake);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', wake);
      tw.watchScale();
      // ImGui listens to the window alone, but the stage also changes by itself, e.g. when the text view takes its place.
      new ResizeObserver(() => dispatchEvent(new Event('resize'))).observe(tw.stage());
    },

    // A query tells only when one scale is left, so each change asks for the next.
    watchScale() {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        tw.requestFrames(3);
        tw.watchScale();
      }, { once: true });
    },

    watchClipboard() {
      addEventListener('paste', (event) => {
        tw.pasted = event.clipboardData.getData('text/plain');
        tw.withStrings(_tw_paste, tw.pasted);
      });
    },

    watchFiles() {
      addEventListener('dragover', (event) => event.preventDefault());
      addEventListener('drop', async (event) => {
        event.preventDefault();
        for (const file of [...event.dataTransfer.files]) {
          const text = await file.slice(0, tw.largestFile).text();
          tw.withStrings(_tw_file, file.name, text);
        }
      });
    },

    watchContext() {
      Module.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
      Module.canvas.addEventListener('webglcontextrestored', () => {
        _tw_context_restored();
        tw.requestFrames(3);
      });
    },
  },

  tw_start__deps: ['$tw', 'tw_frame', 'tw_file', 'tw_context_restored', 'tw_hash_changed', 'tw_paste', 'tw_state'],
  tw_start() {
    // What tests and curious people can ask in the console.
    globalThis.threewall = { frames: 0, state: () => JSON.parse(UTF8ToString(_tw_state())) };
    tw.watchEvents();
    tw.watchClipboard();
    tw.watchFiles();
    tw.watchContext();
    addEventListener('hashchange', () => tw.withStrings(_tw_hash_changed, location.hash.slice(1)));
    tw.requestFrames(3);
  },

  tw_request_frames__deps: ['$tw'],
  tw_request_frames: (count) => tw.requestFrames(count),

  tw_has_webgl2: () => document.createElement('canvas').getContext('webgl2') !== null,
  tw_show_missing_webgl2__deps: ['$tw'],
  tw_show_missing_webgl2() {
    tw.stage().hidden = true;
    document.getElementById('no-webgl2').hidden = false;
  },

  tw_hash__deps: ['$tw'],
  tw_hash: () => stringToNewUTF8(location.hash.slice(1)),
  tw_set_hash__deps: ['$tw'],
  tw_set_hash: (hash) => history.replaceState(null, '', '#' + UTF8ToString(hash)),

  tw_copy__deps: ['$tw'],
  tw_copy(text) {
    // Refused where the page is embedded without the permission; then the text is only pasted within the page.
    tw.pasted = UTF8ToString(text);
    navigator.clipboard?.writeText(tw.pasted).catch(() => {});
  },
  tw_copy_link: () => navigator.clipboard?.writeText(location.href).catch(() => {}),
  tw_pasted__deps: ['$tw'],
  tw_pasted: () => stringToNewUTF8(tw.pasted),

  tw_announce__deps: ['$tw'],
  tw_announce(text) { document.getElementById('status').textContent = UTF8ToString(text); },

  tw_fetch__deps: ['$tw', 'tw_fetched', 'malloc'],
  async tw_fetch(path, id) {
    let bytes = new Uint8Array(0);
    try {
      const response = await fetch(UTF8ToString(path));
      if (response.ok) bytes = new Uint8Array(await response.arrayBuffer());
    } catch { /* offline: the empty answer says so */ }
    const copy = _malloc(bytes.length + 1);
    HEAPU8.set(bytes, copy);
    _tw_fetched(id, copy, bytes.length);
    _free(copy);
    tw.requestFrames(3);
  },

  tw_prefers_dark: () => !matchMedia('(prefers-color-scheme: light)').matches,
  tw_pixel_ratio: () => devicePixelRatio,
  tw_canvas_width__deps: ['$tw'],
  tw_canvas_width: () => tw.stage().clientWidth,
  tw_canvas_height__deps: ['$tw'],
  tw_canvas_height: () => tw.stage().clientHeight,
});
