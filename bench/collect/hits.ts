/** The size of a request body, as in the benchmark's title. */
const body_bytes = 300
const idAt = 6

/**
 * A request as a browser sends it, with a body of 300 bytes, and a function for the next one: it changes only the last
 * 12 digits of the hit and visitor ids, so that it costs the load generator almost nothing.
 */
export function createRequest(
  key: string,
  now_ms: number,
  lane: number,
): { bytes: Buffer; next(count: number): string } {
  const id = `${now_ms.toString(16).padStart(12, '0')}7${lane.toString(16).padStart(3, '0')}8000000000000000`
  const bodyWith = (title: string): string =>
    JSON.stringify({
      i: id,
      k: key,
      t: 'view',
      u: 'https://www.shop.example/lawn-mowers',
      r: 'www.search.example',
      d: title,
      v: 'a'.repeat(32),
      s: 'b'.repeat(32),
      w: 1920,
      l: 'en-US',
      z: 'America/Chicago',
      m: 0,
      c: false,
      h: [],
    })
  const body = bodyWith('x'.repeat(body_bytes - bodyWith('').length))
  const head = [
    'POST /collect HTTP/1.1',
    'Host: leads.acme.example',
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Accept: */*',
    'Accept-Encoding: gzip, deflate',
    'Accept-Language: en-US,en;q=0.9',
    'Content-Type: text/plain;charset=UTF-8',
    'Origin: https://www.shop.example',
    'Referer: https://www.shop.example/',
    `Content-Length: ${body.length}`,
  ].join('\r\n')
  const bytes = Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')
  const bodyAt = bytes.length - body.length
  const countAt = bodyAt + idAt + 20
  const visitorAt = bytes.indexOf('"v":"', bodyAt) + 5 + 20
  return {
    bytes,
    next(count) {
      const digits = count.toString(16).padStart(12, '0')
      bytes.write(digits, countAt, 'latin1')
      bytes.write(digits, visitorAt, 'latin1')
      return bytes.toString('latin1', bodyAt + idAt, bodyAt + idAt + 32)
    },
  }
}
