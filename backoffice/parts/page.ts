export { Parts as default } from './parts.tsx'
