import type { InjectOptions } from 'fastify'

const boundary = 'leadloom-test'

/** A part of a form: a text field, or a file. */
export type FormPart = { name: string; value: string } | { name: string; fileName: string; content: string | Buffer }

/** A request that sends a form as a browser would. */
export function multipart(parts: readonly FormPart[]): Pick<InjectOptions, 'headers' | 'payload'> {
  const body = parts.flatMap((part) => {
    const file = 'fileName' in part
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"${file ? `; filename="${part.fileName}"` : ''}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(file ? part.content : part.value), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
