; electron-builder puts these macros into the installer. The installer is for the present user and asks for no
; administrator, so only where it was started as administrator may it add a rule to the firewall. Elsewhere Windows asks
; a person at the server's first start, and the console's page "Can you be reached?" shows the command.

!define FIREWALL '"$SYSDIR\netsh.exe" advfirewall firewall'
!define FIREWALL_RULE 'name="${PRODUCT_NAME}" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'

!macro customInstall
  UserInfo::GetAccountType
  Pop $0
  ${if} $0 == "Admin"
    ; A rule from before, which may be for another folder of the program.
    nsExec::Exec '${FIREWALL} delete rule ${FIREWALL_RULE}'
    Pop $0
    nsExec::Exec '${FIREWALL} add rule ${FIREWALL_RULE} dir=in action=allow protocol=TCP profile=any'
    Pop $0
  ${endIf}
!macroend

!macro customUnInstall
  UserInfo::GetAccountType
  Pop $0
  ${if} $0 == "Admin"
    nsExec::Exec '${FIREWALL} delete rule ${FIREWALL_RULE}'
    Pop $0
  ${endIf}
!macroend
