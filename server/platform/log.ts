import { pino, type Logger } from 'pino'

/**
 * The program's log: JSON lines on standard output. What is logged is chosen field by field where it is written; the
 * list below is the net for what slips through, so that no secret and no personal data stands in a log.
 */
export const createLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    redact: {
      paths: ['email', 'phone', 'password', 'token', 'authorization', 'cookie', 'body', 'headers', 'url'].flatMap(
        (key) => [key, `*.${key}`, `*.*.${key}`],
      ),
      censor: '[removed]',
    },
    serializers: {
      // A database error's detail quotes the values of a row.
      err: (error: Error & { code?: string }) => ({
        name: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  })
