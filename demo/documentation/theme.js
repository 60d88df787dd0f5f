// Sets the reader's choice of colours before anything is painted: a classic script in the head, because a strict policy forbids inline ones.
try {
  const colours = localStorage.getItem('rillbox-colours')
  if (colours === 'light' || colours === 'dark') document.documentElement.dataset.colours = colours
} catch {
  // A reader without storage has the system's colours.
}
