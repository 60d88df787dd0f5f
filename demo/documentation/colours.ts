// The reader's choice of colours: the system's, light or dark.

const choices = ['system', 'light', 'dark'] as const
type Colours = (typeof choices)[number]

const names: Readonly<Record<Colours, string>> = { system: 'match system', light: 'light', dark: 'dark' }

/** @param button goes round the choices. */
export function chooseColours(button: HTMLButtonElement): void {
  const { dataset } = document.documentElement
  const chosen = (): Colours => (dataset['colours'] === 'light' || dataset['colours'] === 'dark' ? dataset['colours'] : 'system')
  const show = (): void => button.setAttribute('aria-label', `Colours: ${names[chosen()]}`)
  button.addEventListener('click', () => {
    const next = choices[(choices.indexOf(chosen()) + 1) % choices.length]!
    if (next === 'system') delete dataset['colours']
    else dataset['colours'] = next
    keep(next)
    show()
  })
  show()
}

function keep(colours: Colours): void {
  try {
    if (colours === 'system') localStorage.removeItem('rillbox-colours')
    else localStorage.setItem('rillbox-colours', colours)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
