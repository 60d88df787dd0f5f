// As Jest begins: babel turns `import` into `require`.
module.exports = { preset: 'rillbox/jest' }
