import { createHash, X509Certificate } from 'node:crypto'

/** Three self-signed certificates of licences.example.org: two for one key, and one for another key. */
const FIRST = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIULxU/C67UvTRKLTnrZiBTFbXRK1swCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUbGljZW5jZXMuZXhhbXBsZS5vcmcwIBcNMjYxMTI5MTg1NDEy
WhgPMjEyNjExMDUxODU0MTJaMB8xHTAbBgNVBAMMFGxpY2VuY2VzLmV4YW1wbGUu
b3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHQ4mVFUSdwDAZSuzCwCxAL0G
Eu634Vxbv4QqmPsD50Q2M85dBdSPI3BnogLcEA/QkUv/vGfZ7hzwex75Dgm2M6NT
MFEwHQYDVR0OBBYEFJzysoV3efXFSGpT/xyL8GTjFEKBMB8GA1UdIwQYMBaAFJzy
soV3efXFSGpT/xyL8GTjFEKBMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgRCmzhq9tW+ySW0UWaQ36lmM9e4IkQRhMk0e0IEsTKV8CICPk/nxDNaxY
KY1WVsrHirofuNF1QNC02gaOt4E87V7j
-----END CERTIFICATE-----`
const RENEWED = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUeVa0esM9Z0inxJvve/NLEJJMcN4wCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUbGljZW5jZXMuZXhhbXBsZS5vcmcwIBcNMjYxMTI5MTg1NDEy
WhgPMjEyNjExMDUxODU0MTJaMB8xHTAbBgNVBAMMFGxpY2VuY2VzLmV4YW1wbGUu
b3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHQ4mVFUSdwDAZSuzCwCxAL0G
Eu634Vxbv4QqmPsD50Q2M85dBdSPI3BnogLcEA/QkUv/vGfZ7hzwex75Dgm2M6NT
MFEwHQYDVR0OBBYEFJzysoV3efXFSGpT/xyL8GTjFEKBMB8GA1UdIwQYMBaAFJzy
soV3efXFSGpT/xyL8GTjFEKBMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgYO9/FKarSiBCiVr5QynonxcqX31WSBQQxnjyAM1ihMwCIFFZrxSb4a/H
Zj+vyvaW/8OpqG1PjFOv6ohvcw7kmQKr
-----END CERTIFICATE-----`
const OTHER = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUIw/ryzNUhcl043C9XOpjod7ve4QwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUbGljZW5jZXMuZXhhbXBsZS5vcmcwIBcNMjYxMTI5MTg1NDEy
WhgPMjEyNjExMDUxODU0MTJaMB8xHTAbBgNVBAMMFGxpY2VuY2VzLmV4YW1wbGUu
b3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAExO8fMzxdRUTC/uuMfXOhSWdA
w6iSAqSB4YtX/GAmEgIUMOsNnf8q85J5mClUG9rlRDjZR86zf34V1qmWcZmI1aNT
MFEwHQYDVR0OBBYEFPya4qqKd0QpWycuAZIHKkrptKe2MB8GA1UdIwQYMBaAFPya
4qqKd0QpWycuAZIHKkrptKe2MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgWxEHnwGWKTMkS7EpHI6kidD8zhCa4DsyOaT7bQG6j2UCIFrp1XeQJNUV
lMoOMRKBk6YtvY/EtumrPhuTloZPzk/z
-----END CERTIFICATE-----`

/** A certificate as Electron passes it. */
function asElectron(data: string): { readonly data: string; readonly fingerprint: string } {
  const hash = createHash('sha256').update(new X509Certificate(data).raw).digest('base64')
  return { data, fingerprint: `sha256/${hash}` }
}

export const CERTIFICATES = {
  first: asElectron(FIRST),
  renewed: asElectron(RENEWED),
  other: asElectron(OTHER),
}
