// The package is made of ECMAScript modules, as msw is: Jest takes them as they are with Node's --experimental-vm-modules.
export default { testEnvironment: 'node', transform: {} }
