// A button on every block of code that copies it.

export function addCopyButtons(): void {
  // Clipboards need a secure context.
  if (!('clipboard' in navigator)) return
  for (const block of document.querySelectorAll<HTMLElement>('pre.code')) {
    // Readers of a playground have its editor.
    if (block.closest('rillbox-playground')) continue
    const frame = document.createElement('div')
    frame.className = 'copyable'
    block.replaceWith(frame)
    frame.append(block, copyButton(block))
  }
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
