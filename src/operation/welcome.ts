import type { Config } from '../kernel/settings/config.ts'
import { versionInWords } from '../kernel/settings/version.ts'
import type { FirstAdmin } from '../sign-in/first-admin.ts'

/** The lines printed after the start. */
export function welcome(config: Config, url: string, place: string, admin: Named): string {
  const email = admin.email ?? 'nobody: parvis user create --email E --role admin'
  const works = config.process === 'worker'
  const lines = [
    ...(config.place === 'on' && !works ? [`Residents  ${config.publicUrl ?? url}/place`] : []),
    ...(config.backoffice === 'on' && !works ? [`Open       ${config.publicUrl ?? url}/`] : []),
    works ? `Worker     ${url}/readyz` : `API        ${config.publicUrl ?? url}/docs`,
    // The process that created the administrator must show the password, even a worker.
    ...(works && !admin.password ? [] : [`Sign in    ${email}${passwordOf(admin)}`]),
    ...(works || !admin.elsewhere ? [] : [`           lost? ${ANOTHER}`]),
    `Token      ${sameSettings(url)}npm run -s parvis -- token --email ${email}`,
    `Data       ${place}`,
    `Parvis     ${versionInWords()}`,
    'Stop       Ctrl-C',
  ]
  return `\n${lines.map(line => `  ${line}`).join('\n')}\n`
}

/** An administrator, with the password when it was just created. */
interface Named {
  readonly email: string | undefined
  readonly password?: FirstAdmin['password']
  /** The file where another node or an earlier start wrote the password, until it has been used. */
  readonly elsewhere: string | undefined
}

const ANOTHER = 'npm run -s parvis -- user create --email E --password - --role admin'

function passwordOf({ password, elsewhere }: Named): string {
  if (elsewhere) return `  password in ${elsewhere}`
  if (!password) return ''
  return 'shown' in password
    ? `  password ${password.shown} (shown only now)`
    : `  password in ${password.file}`
}

/** The settings that commands need to use the same data and issuer. */
const sameSettings = (url: string) =>
  Object.entries({ ...process.env, ...(process.env.PORT && { PORT: new URL(url).port }) })
    .flatMap(([name, value]) =>
      value && /^(DATA_DIR|HOST|PORT|PUBLIC_URL)$/.test(name) ? `${name}=${shellWord(value)} ` : [],
    )
    .join('')

const shellWord = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
