import { type Config, readConfig } from '../src/kernel/settings/config.ts'

/** The settings of test services. In its own file, so that child processes load nothing else of the tests. */
export const TEST_SECRET = 'the secret of the tests, long enough for all'

export const testConfig = (env: Record<string, string> = {}): Config =>
  readConfig({
    PORT: '0',
    PUBLIC_URL: 'http://parvis.test',
    DATABASE_URL: 'postgres://localhost/of-the-tests',
    PARVIS_SECRET: TEST_SECRET,
    PROCESS: 'web',
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'silent',
    PARVIS_STRICT_REPLIES: '1',
    // The disk of the test machine may be nearly full.
    MEDIA_FREE_MB: '0',
    ...env,
  })
