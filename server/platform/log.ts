import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * The program's log: JSON lines on standard output. Logged fields are chosen individually where they are written; the
 * list below is the safety net, so that no secrets or personal data get into the log.
 */
export const createLog = (level: string, output: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['email', 'phone', 'password', 'token', 'authorization', 'cookie', 'body', 'headers', 'url'].flatMap(
          (key) => [key, `*.${key}`, `*.*.${key}`],
        ),
        censor: '[removed]',
      },
      serializers: {
        // A database error's detail contains the values of a row.
        err: (error: Error & { code?: string }) => ({
          name: error.name,
          message: error.message,
          code: error.code,
          stack: error.stack,
        }),
      },
    },
    output,
  )
