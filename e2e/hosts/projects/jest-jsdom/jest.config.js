// The preset brings `Request`, `fetch` and what else jsdom lacks.
module.exports = { preset: 'rillbox/jest', testEnvironment: 'jsdom', transform: {} }
