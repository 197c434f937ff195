import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The nginx of this machine as docs/national.md installs it: its files are those of deploy/nginx. */

export const KEY = 'change-this-key-of-the-cache'
const DEPLOY = join(import.meta.dirname, '../../deploy/nginx')
const MODULES = ['/usr/lib/nginx/modules', '/usr/share/nginx/modules'].find(folder =>
  existsSync(join(folder, 'ngx_http_lua_module.so')),
)

/** `nodes`: their ports. `purge` is the address of PLACE_PURGE_URL. */
export async function startNginx(
  scope: AsyncDisposableStack,
  port: number,
  nodes: readonly number[],
): Promise<{ readonly url: string; readonly purge: string }> {
  if (!MODULES) throw new Error('This trial needs nginx and libnginx-mod-http-lua.')
  const folder = mkdtempSync(join(tmpdir(), 'parvis-nginx-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  mkdirSync(join(folder, 'kept'))
  const file = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
  writeFileSync(join(folder, 'cached.conf'), file('place-cached.conf'))
  writeFileSync(
    join(folder, 'cache.conf'),
    file('place-cache.conf').replace('/var/cache/nginx/parvis-place', join(folder, 'kept')),
  )
  writeFileSync(join(folder, 'purge.conf'), file('place-purge.conf'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module ${MODULES}/ndk_http_module.so;
load_module ${MODULES}/ngx_http_lua_module.so;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 8192; }
http {
	access_log off;
	keepalive_requests 1000000;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	include ${folder}/cache.conf;
	upstream parvis {
		${nodes.map(node => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`).join(' ')}
		keepalive 32;
	}
	server {
		listen 127.0.0.1:${port} backlog=4096;
		location /place { include ${folder}/cached.conf; }
	}
	server { listen 127.0.0.1:${port + 1}; include ${folder}/purge.conf; }
}
`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' })
  scope.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const purge = `http://127.0.0.1:${port + 1}/purge`
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
    const answer = await fetch(purge, { method: 'POST' }).catch(() => undefined)
    if (answer?.status === 401) break
    await sleep(100)
  }
  return { url: `http://127.0.0.1:${port}`, purge }
}
