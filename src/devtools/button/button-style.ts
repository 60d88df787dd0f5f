// Styles of the button, as a style sheet that strict policies allow.

/** Nothing of the page's own styles gets in: `all` undoes what it inherits. */
export const buttonStyle = `
button {
  all: initial;
  position: fixed;
  z-index: 2147483647;
  box-sizing: border-box;
  inline-size: 40px;
  block-size: 40px;
  padding: 8px;
  border: 1px solid #5eead4;
  border-radius: 50%;
  background: #0f766e;
  color: #fff;
  box-shadow: 0 2px 8px rgb(0 0 0 / 0.35);
  cursor: pointer;
  touch-action: none;
  }
button[hidden] { display: none }
button:hover { background: #115e59 }
button:focus-visible { outline: 3px solid #2dd4bf; outline-offset: 2px; box-shadow: 0 0 0 2px #042f2e }
button[data-corner^='bottom'] { bottom: 12px }
button[data-corner^='top'] { top: 12px }
button[data-corner$='right'] { right: 12px }
button[data-corner$='left'] { left: 12px }
button.faulty::after {
  content: '';
  position: absolute;
  inset: -1px -1px auto auto;
  inline-size: 11px;
  block-size: 11px;
  border: 2px solid #fff;
  border-radius: 50%;
  background: #dc2626;
}
svg { display: block; inline-size: 100%; block-size: 100%; fill: none; stroke: currentcolor; stroke-width: 3.4; stroke-linecap: round; pointer-events: none }
@media print { button { display: none } }
@media (forced-colors: active) { button { border-color: ButtonText } }
`
