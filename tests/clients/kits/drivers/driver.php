<?php

// Drives the PHP kit by lines of JSON: its time and its settings come from the test.
require __DIR__ . '/Pulsekey.php';
error_reporting(E_ALL);
set_error_handler(function (int $level, string $text): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($text);
});

$now = 0;
$licence = null;

function settle(array $settings): string
{
    static $made = [];
    $key = md5(serialize($settings));
    if (!isset($made[$key])) {
        $made[$key] = "Driven$key";
        $constants = '';
        foreach ($settings as $name => $value) {
            $constants .= 'protected const ' . strtoupper($name) . ' = ' . var_export($value, true) . ';';
        }
        eval("class Driven$key extends Pulsekey { $constants
            protected function now(): int { return \$GLOBALS['now']; } }");
    }
    return $made[$key];
}

function hidden(string $method, array $given)
{
    $reflection = new ReflectionMethod(Pulsekey::class, $method);
    $reflection->setAccessible(true);
    return $reflection->invokeArgs(null, $given);
}

function obey(array $order)
{
    global $licence, $now;
    switch ($order['do']) {
        case 'open':
            $class = settle($order['settings']);
            $licence = new $class($order['kami'], $order['machine'], $order['folder']);
            return null;
        case 'clock':
            $now = $order['now'];
            return null;
        case 'check':
            return $licence->askNow();
        case 'state':
            return $licence->check();
        case 'unbind':
            return $licence->unbind();
        case 'notice':
            return $licence->notice();
        case 'update':
            return $licence->update()['version'] ?? '';
        case 'pause':
            $kept = new ReflectionProperty(Pulsekey::class, 'kept');
            $kept->setAccessible(true);
            return $kept->getValue($licence)['next'] - $now;
        case 'newer':
            return hidden('isNewer', [$order['version'], $order['own']]);
        case 'machine':
            return Pulsekey::machineCode();
    }
    throw new LogicException($order['do']);
}

while (($line = fgets(STDIN)) !== false) {
    echo json_encode(obey(json_decode($line, true)), JSON_UNESCAPED_UNICODE), "\n";
    flush();
}
