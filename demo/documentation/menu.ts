// Opens and closes the menu of small screens.

/** @param button says which element it controls; Escape in either closes the menu. */
export function toggleMenu(button: HTMLButtonElement): void {
  const show = (isOpen: boolean): void => {
    document.documentElement.toggleAttribute('data-menu', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
  }
  const isOpen = (): boolean => document.documentElement.hasAttribute('data-menu')
  button.addEventListener('click', () => show(!isOpen()))
  for (const part of [button, document.getElementById(button.getAttribute('aria-controls')!)!])
    part.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !isOpen()) return
      show(false)
      button.focus()
    })
}
