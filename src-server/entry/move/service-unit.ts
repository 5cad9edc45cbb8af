/** The service of the new machine: a user of its own, who can write its data folder and nothing else. */
export function serviceUnit({ lowPorts }: { readonly lowPorts: boolean }): string {
  // A user namespace of its own has no right to ports below 1024.
  const ports = lowPorts
    ? `CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE`
    : `CapabilityBoundingSet=
AmbientCapabilities=
PrivateUsers=yes`
  return `# Made by the move of a Pulsekey server. Change it by: systemctl edit pulsekey
[Unit]
Description=Pulsekey licence server
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=/opt/pulsekey/node/bin/node --max-semi-space-size=16 /opt/pulsekey/out/main/serve.js --data /var/lib/pulsekey --console-port 8788
WorkingDirectory=/opt/pulsekey
Restart=always
RestartSec=1
# It finishes its current answers and pending writes within 5 s.
KillSignal=SIGTERM
TimeoutStopSec=10

# The key that opens the stored secrets. Only root and this service can read it.
LoadCredential=pulsekey-machine-key:/etc/pulsekey/machine.key

User=pulsekey
Group=pulsekey
StateDirectory=pulsekey
StateDirectoryMode=0700
UMask=0077
LimitNOFILE=65536

ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
NoNewPrivileges=yes
${ports}
LockPersonality=yes
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}
