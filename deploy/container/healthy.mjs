/** The health check of the image: exit code 0 when this process answers. */
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(2_500) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)
