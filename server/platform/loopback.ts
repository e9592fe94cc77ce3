import { networkInterfaces } from 'node:os'

/** This machine for itself: a machine that has only IPv6 has no 127.0.0.1. */
const hasIPv4 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '127.0.0.1'))
export const loopbackAddress = hasIPv4 || networkInterfaces()['lo'] === undefined ? '127.0.0.1' : '::1'

/** The same in a URL. */
export const loopbackHost = loopbackAddress === '::1' ? '[::1]' : loopbackAddress
