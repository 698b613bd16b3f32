// Runs before the program: what it needs to find, and what a visitor reads when it can't start.
Module.canvas = document.getElementById('canvas');
Module.onAbort = (reason) => {
  document.getElementById('stage').hidden = true;
  document.getElementById('no-start-reason').textContent = String(reason);
  document.getElementById('no-start').hidden = false;
};
