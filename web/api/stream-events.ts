/** One server-sent event. `data` is the text as sent; our own streams send JSON. */
export type StreamEvent = { id: string; name: string; data: string }

/** Parses server-sent events from chunks of any size (WHATWG HTML, 9.2.6). Comments only keep the connection open. */
export function eventReader(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = ''
  let [id, name, data] = ['', '', [] as string[]]
  const takeLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, name: name || 'message', data: data.join('\n') })
      ;[name, data] = ['', []]
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return (chunk) => {
    rest += chunk
    // A trailing carriage return may be the first half of a CRLF, so it is kept for the next chunk.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(end)
    for (const line of lines) takeLine(line)
  }
}
