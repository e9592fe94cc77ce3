/**
 * A self-signed certificate for receiver.localhost with its key, valid from 2020 to 2120: for stand-ins on loopback
 * only. It protects nothing.
 */
export const testCertificate = {
  host: 'receiver.localhost',
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0b/6qwLDoL308yj7
B5/ALzZZJsiGMl7q8b0m88B/ObWhRANCAATbw6sKV8Ulu4Rkze/dWnK09hUKoAP8
eNFY1ikGwOeljG0HMJlGLM6l03wTJUAapm7y5JOk3YKnlL0LthZm6oOZ
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBazCCARGgAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJyZWNlaXZl
ci5sb2NhbGhvc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEnJlY2VpdmVyLmxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABNvDqwpXxSW7hGTN791acrT2FQqgA/x40VjWKQbA56WMbQcwmUYszqXT
fBMlQBqmbvLkk6TdgqeUvQu2Fmbqg5mjQDA+MB0GA1UdEQQWMBSCEnJlY2VpdmVy
LmxvY2FsaG9zdDAdBgNVHQ4EFgQUdJF+f4GCyjEWzZP4KD2TlHJM7ZEwCgYIKoZI
zj0EAwIDSAAwRQIhAMAlZ9fv4iCxprREOH8vOMX/d+ORfc5fQAFf5QsCEbvmAiBw
javaQ3gAiKdGpEoMLggv9d+ICVXYRVybZZfc2IiGxg==
-----END CERTIFICATE-----`,
}
