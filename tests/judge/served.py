"""`lockstep judge --serve` and its plain lines."""
import json
import subprocess


class Server:
    def __init__(self, command, folder, **options):
        self.process = subprocess.Popen([command, "judge", "--serve", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def write(self, line):
        """A request, or any bytes."""
        self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, **request):
        self.write(request)
        return self.read()
