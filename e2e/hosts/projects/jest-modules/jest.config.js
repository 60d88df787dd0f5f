// ECMAScript modules as they are, with Node's --experimental-vm-modules.
export default { testEnvironment: 'node', transform: {} }
