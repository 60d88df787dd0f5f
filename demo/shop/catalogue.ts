// The products of the shop.

export interface Product {
  readonly id: string
  readonly name: string
  readonly note: string
  /** In cents. */
  readonly price: number
  /** SVG path of its picture, in a square of 48. */
  readonly picture: string
}

export const catalogue: readonly Product[] = [
  {
    id: 'espresso',
    name: 'Espresso beans',
    note: '250 g, dark roast',
    price: 1150,
    picture: 'M14 8h20l3 6v26a2 2 0 0 1-2 2H13a2 2 0 0 1-2-2V14zM11 14h26M24 23c-5 3-5 9 0 12c5-3 5-9 0-12zm0 0c-2 4 2 8 0 12',
  },
  {
    id: 'filter',
    name: 'Filter beans',
    note: '250 g, light roast',
    price: 1290,
    picture: 'M14 8h20l3 6v26a2 2 0 0 1-2 2H13a2 2 0 0 1-2-2V14zM11 14h26M18 24h12M18 30h12M18 36h7',
  },
  {
    id: 'cup',
    name: 'Stoneware cup',
    note: '180 ml, glazed by hand',
    price: 1800,
    picture: 'M9 17h24v11a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10zM33 20h3a5 5 0 0 1 0 10h-3M16 6c-2 3 2 4 0 7M25 6c-2 3 2 4 0 7',
  },
  {
    id: 'grinder',
    name: 'Hand grinder',
    note: 'steel burrs',
    price: 7900,
    picture: 'M16 18h16l3 22a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2zM19 18c0-7 10-7 10 0M24 12V7h13M37 7v-2M18 31h12v6H18z',
  },
  {
    id: 'kettle',
    name: 'Gooseneck kettle',
    note: '0.9 l, for the stove',
    price: 5450,
    picture: 'M17 20h18l4 18a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3zM15 32c-6 0-3-14-10-15M22 20c0-4 8-4 8 0M26 17v-3M34 20c8-8 12 4 5 10',
  },
  {
    id: 'papers',
    name: 'Paper filters',
    note: '100 pieces',
    price: 590,
    picture: 'M7 12h34L28 36h-8zM12 12l10 24M36 12L26 36M20 36v5h8v-5',
  },
]
