fromAll().when({
  $init: () => ({ n: 0 }),
  $any: (state) => {
    state.n++
  },
})
