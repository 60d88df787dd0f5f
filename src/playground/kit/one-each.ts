// Makes one thing for each owner, when it is first asked for: all who ask share it, and it goes with its owner.

export function oneEach<Owner extends object, Thing>(make: (owner: Owner) => Thing): (owner: Owner) => Thing {
  const all = new WeakMap<Owner, Thing>()
  return (owner) => {
    const thing = all.get(owner) ?? make(owner)
    all.set(owner, thing)
    return thing
  }
}
