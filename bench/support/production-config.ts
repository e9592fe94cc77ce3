import { createHash } from 'node:crypto'
import { serviceSettings } from '#server/areas/integrations/connectors/service-settings.ts'
import { readConfig, type Config } from '#server/platform/config.ts'

/** A production configuration on the data in this folder, for processes that run only these roles and send no mail. */
export const productionConfig = (dataDir: string, roles: string, more: Record<string, string> = {}): Config =>
  readConfig(
    {
      NODE_ENV: 'production',
      // Constant, because a database that is kept was sealed with it.
      MASTER_KEY: createHash('sha256').update('benchmarks').digest('base64'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUSTED_PROXIES: '0',
      DATA_DIR: dataDir,
      ROLES: roles,
      ...more,
    },
    serviceSettings,
  )
