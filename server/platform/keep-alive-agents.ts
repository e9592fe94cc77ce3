import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'

/** Well below the five seconds after which most servers close an idle connection. */
const options: AgentOptions = { keepAlive: true, timeout: 2_000, maxFreeSockets: 4 }
/** Longer or slower responses are not worth keeping the connection: a receiver that drips data would hold thousands. */
const longestDrained_bytes = 16 * 1024
const longestDrained_ms = 250

/** The checked addresses of a request: a kept-alive connection must be to one of them. */
interface Checked {
  checked?: string
}

const nameOf = (usual: string, options: Checked | undefined): string => `${usual}:${options?.checked ?? ''}`

class KeepAliveHttpAgent extends HttpAgent {
  override getName(options?: ClientRequestArgs & Checked): string {
    return nameOf(super.getName(options), options)
  }
}

class KeepAliveHttpsAgent extends HttpsAgent {
  override getName(options?: RequestOptions & Checked): string {
    return nameOf(super.getName(options), options)
  }
}

export const keepAliveAgents = { http: new KeepAliveHttpAgent(options), https: new KeepAliveHttpsAgent(options) }

/** Reads the rest of a short response, so that its connection can be reused; closes the connection of any other. */
export function drainResponse(answer: IncomingMessage): void {
  const length = answer.statusCode === 204 ? 0 : Number(answer.headers['content-length'] ?? Number.NaN)
  answer.on('error', () => {})
  if (!(length <= longestDrained_bytes)) {
    answer.destroy()
    return
  }
  const drainTimeout = setTimeout(() => answer.destroy(), longestDrained_ms).unref()
  answer.once('close', () => clearTimeout(drainTimeout)).resume()
}
