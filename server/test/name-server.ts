import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

const types = { A: 1, CNAME: 5, TXT: 16 } as const
type RecordType = keyof typeof types

export interface NameServer {
  /** In the format of DNS_SERVER. */
  address: string
  /** Sets a name's records of a type; no values remove them. */
  set(type: RecordType, name: string, ...values: string[]): void
  /** A silent server receives queries but does not respond. */
  fall(silent: boolean): void
  close(): Promise<void>
}

/** An authoritative DNS server for every name, on loopback over UDP (RFC 1035); on any free port by default. */
export async function startNameServer(port = 0): Promise<NameServer> {
  const records = new Map<string, string[]>()
  let isSilent = false
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    if (!isSilent) socket.send(answerTo(query, records), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (type, name, ...values) => void records.set(`${types[type]} ${name}`, values),
    fall: (silent) => {
      isSilent = silent
    },
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const header_bytes = 12
const noSuchName = 3

/** The query's header and question followed by the records; a name without any records does not exist. */
function answerTo(query: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const { name, end } = readName(query)
  const type = query.readUInt16BE(end)
  const values = records.get(`${type} ${name}`) ?? []
  const exists = [...records].some(([key, set]) => key.endsWith(` ${name}`) && set.length > 0)
  const head = Buffer.alloc(header_bytes)
  query.copy(head, 0, 0, 2)
  // Flags: response, authoritative, recursion as requested.
  head.writeUInt16BE(0x8480 | (query.readUInt16BE(2) & 0x0100) | (exists ? 0 : noSuchName), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(values.length, 6)
  const question = query.subarray(header_bytes, end + 4)
  return Buffer.concat([head, question, ...values.map((value) => recordOf(type, value))])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = header_bytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function recordOf(type: number, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(12)
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc000 | header_bytes, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: number, value: string): Buffer {
  if (type === types.A) return Buffer.from(value.split('.').map(Number))
  // A text of more than 255 bytes is several strings in one record.
  const parts = type === types.CNAME ? [...value.split('.'), ''] : (value.match(/.{1,255}/gs) ?? [''])
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])))
}
