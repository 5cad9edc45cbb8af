<?php

// A page that works while its licence is good. 授权有效时才工作的页面。
require __DIR__ . '/Pulsekey.php';

$licence = new Pulsekey($_SERVER['argv'][1] ?? 'YOUR-CODE');
$state = $licence->check();
if (!$licence->allowed()) {
    http_response_code(503);
    header('Content-Type: text/plain; charset=utf-8');
    $update = $licence->update();
    exit("No licence / 未授权: {$state['code']} {$state['text']} " . ($update['app_update_url'] ?? '') . "\n");
}
// The work of your program goes here. 在这里写程序的工作。
echo 'Licensed until / 授权至 ', $state['end'] === Pulsekey::FOREVER ? 'for ever / 永久' : date('Y-m-d H:i', $state['end']), "\n";
