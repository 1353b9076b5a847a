/** Whether a host (with or without its port, IPv6 in brackets) is a name by which only this machine calls itself. */
export function isLocalName(host: string): boolean {
  return LOCAL.test(host)
}

const LOCAL = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
