// Nothing of Rillbox: `require` gets its CommonJS.
module.exports = { testEnvironment: 'node', transform: {} }
