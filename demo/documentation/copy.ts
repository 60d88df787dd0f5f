// A button on every block of code that copies it.

export function addCopyButtons(): void {
  // Clipboards need a secure context.
  if (!('clipboard' in navigator)) return
  // The frames are in the page from the start: to put them in now would lay every block out a second time.
  for (const frame of document.querySelectorAll<HTMLElement>('.copyable')) frame.append(copyButton(frame.querySelector('pre')!))
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.textContent).then(
      () => tell(button, 'Copied'),
      () => tell(button, 'Not allowed'),
    )
  })
  return button
}

function tell(button: HTMLButtonElement, text: string): void {
  button.textContent = text
  setTimeout(() => (button.textContent = 'Copy'), 1500)
}
